import Hummingbird
import NIOCore

/// The context of a request before authentication.
struct BackendRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by the outermost middleware, and sent with every response.
    var requestID = ""
    /// Set by ``BearerMiddleware`` if the request has an access token.
    var caller: Caller?
    var repeatsBook = false  // feature: Books

    /// The connection, for the fault switches.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
