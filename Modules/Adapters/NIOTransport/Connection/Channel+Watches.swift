import NIOCore
import NIOHTTP1

extension Channel {
    /// Puts our handlers into the pipeline that the client has built. To be called on the event loop.
    func watchExchanges(idleTimeout: TimeAmount) throws {
        let pipeline = pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandlers([StaleConnectionHandler(), InformationalHandler()], position: .after(decoder))
        // In front of TLS and HTTP, where every byte that moves is seen.
        try pipeline.addHandler(StallHandler(limit: idleTimeout, now: eventLoop.now), position: .first)
    }
}
