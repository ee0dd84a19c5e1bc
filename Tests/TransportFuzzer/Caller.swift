import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Primitives

/// Makes the call of one case and returns its outcome.
struct Caller: Sendable {
    enum Outcome: Hashable {
        case success
        /// The response of an undamaged case was another's, or was changed.
        case wrongResponse(case: Int, String)
        /// The same after late bytes on the connection, where HTTP/1.1 does not decide whose bytes they are. It is
        /// counted, so that a run shows how rare it is.
        case ambiguousResponse
        case failure(String)
        case cancelled
    }

    let transport: NIOTransport
    let authority: String
    let seed: UInt64
    let isCut: Bool
    let time = SystemTimeSource()

    func call(_ number: Int) async -> Outcome {
        var random = SplitMix64(seed: seed ^ UInt64(number) &* 0xDA94_2042_E4DD_58B5)
        let way = Int.random(in: 0..<8, using: &random)
        let method: HTTPRequest.Method = way.isMultiple(of: 2) ? .get : .post
        let body: RequestBody = method == .get ? .empty : Self.body(&random)
        let isGivenUp = way == 7
        let task = Task { await send(number, method, body, isStreamed: way < 4) }
        if isGivenUp { task.cancel() }
        let outcome = await task.value
        return isGivenUp && outcome != .success ? .cancelled : outcome
    }

    private func send(
        _ number: Int, _ method: HTTPRequest.Method, _ body: RequestBody, isStreamed: Bool
    ) async -> Outcome {
        let request = HTTPRequest(method: method, scheme: "http", authority: authority, path: "/\(number)")
        // A call that hangs ends with an error that has no other cause.
        let deadline = Deadline(.attempt(.seconds(30)), from: time.monotonicTime)
        let delivery: BodyDelivery = isStreamed ? .streamed : .buffered(limit: 1_000_000)
        let expected = HostileResponse(case: number, seed: seed, isCut: isCut).intactBody
        do throws(TransportError) {
            let options = ExchangeOptions(delivery, by: deadline, on: time)
            let response = try await transport.send(request, body: body, on: options)
            let received = String(decoding: try await response.body.collect(upTo: 1_000_000), as: UTF8.self)
            guard let expected, expected != received else { return .success }
            return .wrongResponse(case: number, received)
        } catch {
            // Without late bytes, only those of another response can damage this one.
            if !isCut, expected != nil, case .invalidResponse(let reason) = error {
                return .wrongResponse(case: number, reason)
            }
            return .failure(Self.name(of: error))
        }
    }

    private static func body(_ random: inout SplitMix64) -> RequestBody {
        let data = Data(count: [0, 100, 10_000, 600_000].randomElement(using: &random) ?? 0)
        guard Bool.random(using: &random) else { return .data(data) }
        return .stream(
            RequestBody.Streamed(length: Bool.random(using: &random) ? Int64(data.count) : nil, isReplayable: true) {
                ByteStream(chunks: [data.prefix(50), data.dropFirst(50)])
            })
    }

    /// Without the values, so that outcomes can be counted.
    private static func name(of error: TransportError) -> String {
        String(describing: error).prefix { $0 != "(" }.description
    }
}
