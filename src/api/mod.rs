//! The gRPC services: they translate and decide nothing. [`convert`] is the only file that names both messages of
//! `proto/` and things of the other rooms; [`status`] says refusals; [`auth`] says who calls.

pub mod convert;
