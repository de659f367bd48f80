//! Both stores against one contract.
