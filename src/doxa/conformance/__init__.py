"""The checks that every plug-in must pass; doxa's own tests run them on all installed plug-ins, and yours can too."""

from doxa.conformance.kernels import check_kernel
from doxa.conformance.plugins import check_dataset, check_model, check_policy
from doxa.conformance.systems import check_protocol, check_system

__all__ = ["check_dataset", "check_kernel", "check_model", "check_policy", "check_protocol", "check_system"]
