import Foundation
import Primitives

extension Client {
    /// Reads the body of a failed response to a streamed call, for its error details. Deadlines do not apply to such a
    /// body, so it is limited here: after 64 KiB or 10 seconds, the body is ignored.
    package func failure(of response: ServerResponse, for call: Call) async -> HTTPFailure {
        let time = call.context.time
        let deadline = Deadline(.attempt(.seconds(10)), from: time.monotonicTime)
        let (body, _) = await deadline.outcome(on: time) { () async -> Data in
            do throws(TransportError) {
                return try await response.body.collect(upTo: 64 * 1024)
            } catch {
                return Data()
            }
        }
        return HTTPFailure(response: response.head, body: body, coding: coding, now: time.now)
    }
}
