import RemoteServices

extension WiredServices {
    var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }
}
