"""The checks that every plug-in must pass; doxa's own tests run them on all installed plug-ins, and yours can too."""

from doxa.conformance.kernels import check_kernel
from doxa.conformance.protocols import check_protocol
from doxa.conformance.systems import check_system

__all__ = ["check_kernel", "check_protocol", "check_system"]
