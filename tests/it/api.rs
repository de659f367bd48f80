//! The gRPC services, called as a client calls them.
