//! `ServerService`: information about this server.

use referee_proto::v1::{self, server_service_server::ServerService};
use tonic::{Request, Response, Status};

use crate::api::{
    context::ServiceContext,
    limits_list,
    play::handshake::PROTOCOL,
    settings::{Registration, Settings},
};

pub struct ServerInfo {
    context: ServiceContext,
}

impl ServerInfo {
    pub fn new(context: ServiceContext) -> ServerInfo {
        ServerInfo { context }
    }
}

#[tonic::async_trait]
impl ServerService for ServerInfo {
    async fn get_server_info(
        &self,
        _: Request<v1::GetServerInfoRequest>,
    ) -> Result<Response<v1::GetServerInfoResponse>, Status> {
        let (hall, settings) = (self.context.hall(), self.context.settings());
        Ok(Response::new(v1::GetServerInfoResponse {
            server: "referee".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol_version: PROTOCOL.newest,
            capabilities: PROTOCOL.capabilities.iter().map(|name| (*name).to_owned()).collect(),
            registration: registration(settings).into(),
            limits: limits_list::limits(settings, hall.limits()),
            games: hall.games().facts().map(|facts| facts.id.to_owned()).collect(),
            stopping: self.context.is_stopping(),
            contact: settings.contact.clone(),
        }))
    }
}

fn registration(settings: &Settings) -> v1::Registration {
    match settings.registration {
        Registration::Open => v1::Registration::Open,
        Registration::Invite => v1::Registration::Invite,
        Registration::Closed => v1::Registration::Closed,
    }
}
