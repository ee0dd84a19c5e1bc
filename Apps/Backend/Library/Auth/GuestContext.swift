import Hummingbird
import NIOCore

/// The context of routes that accept an access token but do not require one.
struct GuestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The member whose access token the request carries; `nil` for a guest.
    let caller: Caller?
    /// The client's IP address; `nil` without a connection, as in tests of the router.
    let address: String?

    init(context: BackendRequestContext) {
        coreContext = context.coreContext
        caller = context.caller
        address = context.channel.remoteAddress?.ipAddress
    }
}
