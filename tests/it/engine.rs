//! Engines that behave, and engines that do not.
