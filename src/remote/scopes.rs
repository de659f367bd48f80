//! Scopes of tokens as wire values.

use referee_client::pb;

use crate::store::Scope;

/// Returns the wire value of a scope.
pub fn sent(scope: Scope) -> pb::Scope {
    match scope {
        Scope::Play => pb::Scope::Play,
        Scope::Create => pb::Scope::Create,
        Scope::Account => pb::Scope::Account,
        Scope::Host => pb::Scope::Host,
        Scope::Admin => pb::Scope::Admin,
    }
}
