import Foundation
import HTTPTypes

extension Session {
    /// The events that the server sends for `endpoint` (WHATWG HTML, "Server-sent events"). The endpoint's response
    /// describes the data of one event:
    ///
    /// ```swift
    /// extension Endpoint where Access: MemberScope, Response == Price {
    ///     static var prices: Self { Endpoint(.get, "/prices/events", response: .json) }
    /// }
    ///
    /// for try await event in session.events(from: .prices) where event.type == "price" {
    ///     do { show(try await event.value) } catch { report(error) }
    /// }
    /// ```
    ///
    /// Every connection passes through the whole pipeline: it is signed with the current credential and retried like
    /// any call. After a loss, the stream connects again with the last event's id (``EventStreamPolicy``). The request
    /// is then sent again whatever its method, so use this for requests that only subscribe.
    ///
    /// The stream fails with ``NetworkError/Cause/unexpectedMedia(received:)`` for a media type other than
    /// `text/event-stream`, and with the status of a failed response that can't be retried. Deadlines apply until the
    /// head of each response has arrived; then ``EventStreamPolicy/idleTimeout`` does.
    public func events<Response>(
        from endpoint: Endpoint<Access, Response>, policy: EventStreamPolicy = EventStreamPolicy()
    ) -> EventStream<Response> {
        EventStream(client: client, policy: policy) {
            do throws(NetworkError) {
                var call = try route(endpoint, delivery: .streamed)
                call.request.headerFields[.accept] = "text/event-stream"
                // A cache or a proxy that waits for the whole response would deliver nothing.
                call.request.headerFields[.cacheControl] = "no-store"
                // Compression delays events, and the transport limits the size of a decoded body.
                call.request.headerFields[.acceptEncoding] = "identity"
                return .success(call)
            } catch {
                return .failure(error)
            }
        } decode: { data, call in
            do throws(NetworkError) {
                return .success(try await decode(data, of: endpoint, for: call))
            } catch {
                return .failure(error)
            }
        }
    }
}
