//! Messages to things and back.
