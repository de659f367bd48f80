//! The bot's calls of `SubmitCommand`. A call counts as a command of its stream, and the reply to
//! that command answers the call.

use std::future::pending;

use tokio::sync::{mpsc, oneshot};

use crate::{
    api::{
        convert::{self, Named},
        play::tap::TappedCommand,
    },
    ids::Seq,
    law::Refusal,
    pb::v1::{
        self, SubmitCommandRequest, SubmitCommandResponse, play_response::Message, submit_command_request::Command,
    },
};

/// Maximum queued replies of the server.
const MAX_WAITING: usize = 64;

pub struct Calls {
    asked: mpsc::Receiver<TappedCommand>,
    /// Calls without an answer, oldest first.
    open: Vec<Call>,
    tell: mpsc::Sender<Served>,
    served: mpsc::Receiver<Served>,
}

struct Call {
    key: Key,
    /// The way to the server and back, until it is used.
    forward: Option<(oneshot::Sender<SubmitCommandRequest>, oneshot::Receiver<CallResult>)>,
    answer: oneshot::Sender<CallResult>,
    /// The answer, once it is known.
    result: Option<CallResult>,
}

/// A command: match, request id, and turn.
type Key = (String, String, u64);

type CallResult = Result<SubmitCommandResponse, Refusal>;

/// A command with the server's reply.
type Served = (SubmitCommandRequest, CallResult);

/// News of a call.
pub enum News {
    Asked(SubmitCommandRequest),
    /// The server's reply, as a stream would bring it.
    Served(Option<Message>),
}

impl Calls {
    pub fn new(asked: mpsc::Receiver<TappedCommand>) -> Calls {
        let (tell, served) = mpsc::channel(MAX_WAITING);
        Calls { asked, open: Vec::new(), tell, served }
    }

    /// Waits for a call or the server's reply to one. Cancel-safe.
    pub async fn news(&mut self) -> News {
        tokio::select! {
            Some((command, result)) = self.served.recv() => {
                let seq = result.clone().map(|response| Seq(response.seq));
                let reply = convert::replied(named(&command), seq.as_ref().copied());
                self.settle(&command, result);
                News::Served(reply.message)
            }
            Some(called) = self.asked.recv() => {
                let TappedCommand { asked, forward, served, answer } = called;
                self.open.push(Call { key: key(&named(&asked)), forward: Some((forward, served)), answer, result: None });
                News::Asked(asked)
            }
            else => pending().await,
        }
    }

    /// Forwards a command if it came by a call.
    pub fn forward(&mut self, command: &SubmitCommandRequest) -> bool {
        let key = key(&named(command));
        let mut calls = self.open.iter_mut().filter(|call| call.key == key);
        let Some((forward, served)) = calls.find_map(|call| call.forward.take()) else { return false };
        let (command, tell) = (command.clone(), self.tell.clone());
        tokio::spawn(async move {
            if forward.send(command.clone()).is_ok()
                && let Ok(result) = served.await
            {
                let _ = tell.send((command, result)).await;
            }
        });
        true
    }

    /// Sets the answer to the call of a command.
    pub fn settle(&mut self, command: &SubmitCommandRequest, result: CallResult) {
        let key = key(&named(command));
        if let Some(call) = self.open.iter_mut().find(|call| call.key == key) {
            call.result = Some(result);
        }
    }

    /// Answers the call that a reply is about, if there is one.
    pub fn answer(&mut self, reply: &Message) -> bool {
        let key = match reply {
            Message::Accepted(said) => (said.match_id.clone(), said.request_id.clone(), said.turn_id),
            Message::Refused(said) => (said.match_id.clone(), said.request_id.clone(), said.turn_id),
            _ => return false,
        };
        let Some(at) = self.open.iter().position(|call| call.key == key && call.result.is_some()) else { return false };
        let Call { answer, result, .. } = self.open.remove(at);
        if let Some(result) = result {
            // The bot may have given up its call.
            let _ = answer.send(result);
        }
        true
    }

    /// Drops all calls.
    pub fn clear(&mut self) {
        self.open.clear();
    }
}

/// Returns what the reply to a command names.
pub fn named(command: &SubmitCommandRequest) -> Named {
    let v1::SubmitCommandRequest { match_id, request_id, command } = command;
    let turn_id = if let Some(Command::PlayMove(played)) = command { played.turn_id } else { 0 };
    Named { match_id: match_id.clone(), request_id: request_id.clone(), turn_id }
}

fn key(named: &Named) -> Key {
    let Named { match_id, request_id, turn_id } = named;
    (match_id.clone(), request_id.clone(), *turn_id)
}
