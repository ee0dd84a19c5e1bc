import Hummingbird
import NIOCore

/// What is known of a request before anybody has asked who sent it.
struct BackendRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by the outermost middleware; every answer carries it.
    var requestID = ""
    /// Set by ``BearerMiddleware`` on routes that need one.
    var caller: Caller?

    /// The connection, for those who mean to break it.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
