import Amounts

/// An invoice, checked and computed. Pages and XML are written from it without further computations.
///
/// Terms (BT, BG) are those of EN 16931-1.
package struct Invoice: Sendable {
  /// BT-24; nil for an invoice that is only printed.
  package var profile: InvoiceProfile?
  /// Whether the PDF becomes an attachment of the XML (BG-24), by `attach(pdf:name:)`.
  package var attachesPDF = false
  /// BT-23.
  package var process: String?
  /// BT-1.
  package var number: String
  /// BT-2.
  package var date: Day
  /// BT-3.
  package var type = DocumentType.invoice
  /// BT-5.
  package var currency: Currency
  /// A BCP 47 tag.
  package var language = "en-US"
  package var taxCurrency: TaxCurrency?
  package var taxPoint: TaxPoint?
  /// BT-9.
  package var due: Day?
  package var references = References()
  package var notes: [Note] = []
  package var seller = Party()
  package var buyer = Party()
  package var payee: Party?
  package var taxRepresentative: Party?
  package var delivery: Delivery?
  /// BG-14.
  package var period: Period?
  package var payment: Payment?
  /// BG-20 and BG-21.
  package var adjustments: [Adjustment] = []
  package var taxes: [Tax] = []
  package var lines: [Line] = []
  package var attachments: [Attachment] = []
  package var totals: Totals
  /// Problems that do not prevent the invoice.
  package var warnings: [InvoiceViolation] = []

  /// The VAT accounting currency (BT-6) and the tax in it (BT-111).
  package struct TaxCurrency: Hashable, Sendable {
    package var currency: Currency
    package var rate: ExactDecimal?
    package var total: ExactDecimal
  }

  package struct References: Hashable, Sendable {
    /// BT-10.
    package var buyer: String?
    /// BT-11.
    package var project: String?
    /// BT-12.
    package var contract: String?
    /// BT-13.
    package var order: String?
    /// BT-14.
    package var salesOrder: String?
    /// BT-15.
    package var receipt: String?
    /// BT-16.
    package var despatch: String?
    /// BT-17.
    package var tender: String?
    /// BT-18.
    package var object: Identifier?
    /// BT-19.
    package var buyerAccount: String?
    /// BG-3.
    package var preceding: [Preceding] = []
  }

  /// A preceding invoice (BG-3).
  package struct Preceding: Hashable, Sendable {
    package var number: String
    package var date: Day?
  }

  /// A note (BG-1).
  package struct Note: Hashable, Sendable {
    package var text: String
    package var code: String?
  }

  /// BG-13 and BG-15.
  package struct Delivery: Hashable, Sendable {
    package var name: String?
    package var location: Identifier?
    package var date: Day?
    package var address: Address?
  }

  /// BG-14 and BG-26.
  package struct Period: Hashable, Sendable {
    package var start: Day?
    package var end: Day?
  }

  /// An allowance or a charge, of the document (BG-20, BG-21) or of a line (BG-27, BG-28).
  package struct Adjustment: Hashable, Sendable {
    package var isCharge: Bool
    /// The amount, rounded to the currency's minor unit.
    package var amount: ExactDecimal
    package var base: ExactDecimal?
    package var percent: ExactDecimal?
    package var reason: String?
    package var code: String?
    /// Index in `taxes`; nil on lines.
    package var tax: Int?
  }

  /// A VAT rate that the invoice uses, with its sums (BG-23).
  package struct Tax: Hashable, Sendable {
    package var id: String
    /// Printed.
    package var name: String
    package var category: VATCategory
    /// Percent; nil for category O.
    package var rate: ExactDecimal?
    /// BT-120.
    package var reason: String?
    /// BT-121.
    package var reasonCode: String?
    /// Whether a line, an allowance or a charge has it.
    package var isUsed = false
    /// BT-116.
    package var taxable = ExactDecimal.zero
    /// BT-117.
    package var amount = ExactDecimal.zero
  }

  /// A supporting document (BG-24).
  package struct Attachment: Hashable, Sendable {
    package var id: String
    package var description: String?
    package var url: String?
    package var content: Content?

    package struct Content: Hashable, Sendable {
      package var mediaType: String
      package var fileName: String
      /// Base64.
      package var data: String
    }
  }

  /// The sums of the document (BG-22).
  package struct Totals: Hashable, Sendable {
    /// BT-106.
    package var lines: ExactDecimal
    /// BT-107; nil if there are none.
    package var allowances: ExactDecimal?
    /// BT-108; nil if there are none.
    package var charges: ExactDecimal?
    /// BT-109.
    package var net: ExactDecimal
    /// BT-110.
    package var tax: ExactDecimal
    /// BT-112.
    package var gross: ExactDecimal
    /// BT-113.
    package var prepaid: ExactDecimal?
    /// BT-114.
    package var rounding: ExactDecimal?
    /// BT-115.
    package var payable: ExactDecimal
  }
}
