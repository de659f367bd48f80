//! `AnnouncementService`: the announcements of the host.

use referee_proto::v1::{self, announcement_service_server::AnnouncementService};
use tonic::{Request, Response, Status};

use crate::api::{auth, context::ServiceContext, convert, status::status};
use crate::hall::wall_clock::unix_ms;

pub struct Announcements {
    context: ServiceContext,
}

impl Announcements {
    pub fn new(context: ServiceContext) -> Announcements {
        Announcements { context }
    }
}

#[tonic::async_trait]
impl AnnouncementService for Announcements {
    async fn list_announcements(
        &self,
        _: Request<v1::ListAnnouncementsRequest>,
    ) -> Result<Response<v1::ListAnnouncementsResponse>, Status> {
        let shown = self.context.administration().announcements(unix_ms()).await;
        let shown = shown.map_err(|fault| status(&auth::store_fault(fault)))?;
        let announcements = shown.into_iter().map(convert::announcement).collect();
        Ok(Response::new(v1::ListAnnouncementsResponse { announcements }))
    }
}
