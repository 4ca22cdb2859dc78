"""Prints what pyHanko says of the signatures of a PDF file.

    validate_signature.py FILE TRUSTED.pem [--long-term]

One line per signature: "valid" or "invalid" as a whole, "intact" or "altered" for the signed bytes, the coverage, the level of later
changes, the certification, and "timestamped" if there is a valid timestamp.

With --long-term signatures are validated with the revocation data of the file only, which must be complete: "PASSED" or another
indication. If the file ends with a timestamp of the document, the validation is that of ETSI EN 319 102-1, 5.6.3, and "archived" follows.
"""
import asyncio
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import ades, policy_decl, validate_pdf_signature
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.authority import CertTrustAnchor
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager


def long_term(reader, signature, root):
    if not reader.embedded_timestamp_signatures:
        store = DocumentSecurityStore.read_dss(reader)
        context = store.as_validation_context(
            {"trust_roots": [root], "revocation_mode": "require", "allow_fetching": False})
        status = validate_pdf_signature(signature, context, ts_validation_context=context)
        return print("PASSED" if status.bottom_line and status.timestamp_validity.trusted else status.summary())
    policy = CertValidationPolicySpec(
        trust_manager=SimpleTrustManager.build([CertTrustAnchor(root)]),
        revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO))
    local = policy_decl.RevocationInfoGatheringSpec(policy_decl.RevinfoOnlineFetchingRule.LOCAL_ONLY)
    spec = policy_decl.PdfSignatureValidationSpec(policy_decl.SignatureValidationSpec(policy, local))
    result = asyncio.run(ades.ades_lta_validation(signature, spec))
    indication = result.ades_subindic
    if indication.status.name != "PASSED":
        return print(indication.status.name, indication.standard_name, result.failure_msg)
    print("PASSED", *(["archived"] if result.oldest_evidence_record_timestamp else []))


logging.disable()
with open(sys.argv[1], "rb") as file:
    root = load_cert_from_pemder(sys.argv[2])
    trusted = ValidationContext(trust_roots=[root])
    reader = PdfFileReader(file)
    for signature in reader.embedded_regular_signatures:
        try:
            if "--long-term" in sys.argv:
                long_term(reader, signature, root)
                continue
            status = validate_pdf_signature(signature, trusted)
        except Exception as error:  # the whole of what it says is the result
            print("refused", type(error).__name__, error)
            continue
        time = status.timestamp_validity
        print(
            "valid" if status.bottom_line else "invalid",
            "intact" if status.intact and status.valid else "altered",
            status.coverage.name if status.coverage else "-",
            status.modification_level.name if status.modification_level else "-",
            signature.docmdp_level.name if signature.docmdp_level else "-",
            *(["timestamped"] if time and time.valid and time.intact and time.trusted else []),
        )
