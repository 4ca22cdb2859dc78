import Amounts

/// Parties, with their identifiers and addresses.
extension UniversalBusinessLanguageWriter {
  func writeParty(_ party: Party, isSeller: Bool, _ xml: inout IndentedXMLWriter) {
    xml.group("cac:Party") { xml in
      xml.element(
        "cbc:EndpointID", party.electronicAddress?.id, ("schemeID", party.electronicAddress?.scheme))
      for id in party.ids { writeIdentification(id, &xml) }
      if isSeller, let creditor = invoice.payment?.debit?.creditor, invoice.payee == nil {
        writeIdentification(Identifier(id: creditor, scheme: "SEPA"), &xml)
      }
      xml.group("cac:PartyName") { $0.element("cbc:Name", party.tradeName) }
      if let address = party.address { write(address, "cac:PostalAddress", &xml) }
      writeTaxScheme(party.vatID, "VAT", &xml)
      writeTaxScheme(party.taxNumber, "FC", &xml)
      xml.group("cac:PartyLegalEntity") { xml in
        xml.element("cbc:RegistrationName", party.name)
        xml.element("cbc:CompanyID", party.legalID?.id, ("schemeID", party.legalID?.scheme))
        xml.element("cbc:CompanyLegalForm", party.legalInfo.isEmpty ? nil : party.legalInfo.joined(separator: "\n"))
      }
      if let contact = party.contact {
        xml.group("cac:Contact") { xml in
          xml.element("cbc:Name", contact.name)
          xml.element("cbc:Telephone", contact.phone)
          xml.element("cbc:ElectronicMail", contact.email)
        }
      }
    }
  }

  func writeOtherParties(_ xml: inout IndentedXMLWriter) {
    if let payee = invoice.payee {
      xml.group("cac:PayeeParty") { xml in
        for id in payee.ids { writeIdentification(id, &xml) }
        if let creditor = invoice.payment?.debit?.creditor {
          writeIdentification(Identifier(id: creditor, scheme: "SEPA"), &xml)
        }
        xml.group("cac:PartyName") { $0.element("cbc:Name", payee.name) }
        xml.group("cac:PartyLegalEntity") {
          $0.element("cbc:CompanyID", payee.legalID?.id, ("schemeID", payee.legalID?.scheme))
        }
      }
    }
    if let representative = invoice.taxRepresentative {
      xml.group("cac:TaxRepresentativeParty") { xml in
        xml.group("cac:PartyName") { $0.element("cbc:Name", representative.name) }
        if let address = representative.address { write(address, "cac:PostalAddress", &xml) }
        writeTaxScheme(representative.vatID, "VAT", &xml)
      }
    }
  }

  private func writeIdentification(_ id: Identifier, _ xml: inout IndentedXMLWriter) {
    xml.group("cac:PartyIdentification") { $0.element("cbc:ID", id.id, ("schemeID", id.scheme)) }
  }

  private func writeTaxScheme(_ id: String?, _ scheme: String, _ xml: inout IndentedXMLWriter) {
    guard let id else { return }
    xml.group("cac:PartyTaxScheme") { xml in
      xml.element("cbc:CompanyID", id)
      xml.group("cac:TaxScheme") { $0.element("cbc:ID", scheme) }
    }
  }

  func write(_ address: Address, _ name: String, _ xml: inout IndentedXMLWriter) {
    xml.group(name) { xml in
      xml.element("cbc:StreetName", address.line1)
      xml.element("cbc:AdditionalStreetName", address.line2)
      xml.element("cbc:CityName", address.city)
      xml.element("cbc:PostalZone", address.postCode)
      xml.element("cbc:CountrySubentity", address.subdivision)
      xml.group("cac:AddressLine") { $0.element("cbc:Line", address.line3) }
      xml.group("cac:Country") { $0.element("cbc:IdentificationCode", address.country) }
    }
  }
}
