public import RemoteServices

extension RemoteServicesFixture {
    /// The feedback service of the account that is logged in, or of a guest.
    public var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }
}
