"""What every plug-in must keep to; doxa's own tests run these over all that are installed, yours may as well."""

from doxa.conformance.kernels import check_kernel
from doxa.conformance.protocols import check_protocol
from doxa.conformance.systems import check_system

__all__ = ["check_kernel", "check_protocol", "check_system"]
