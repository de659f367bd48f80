//! Tables, watchers and the lobby.
