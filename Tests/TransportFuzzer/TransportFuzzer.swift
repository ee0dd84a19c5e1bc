import Foundation
import NIOTransport
import RawSocketServer

/// Sends requests to a server with randomly damaged responses. Exits with 0 if every call has ended and no response
/// went to another call.
///
/// Arguments: seed, number of cases, number of callers at once, and 1 if responses may arrive in pieces, or else 0. It
/// is a separate program because a trap ends the process.
@main
struct TransportFuzzer {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data("usage: TransportFuzzer SEED CASES CALLERS PIECES\n".utf8))
            exit(64)
        }
        let (seed, cases, callers, isCut) = (arguments[0], Int(arguments[1]), Int(arguments[2]), arguments[3] == 1)
        var configuration = NIOTransportConfiguration()
        configuration.connectionsPerHost = callers
        // Many cases leave the client waiting for bytes that never come.
        configuration.idleTimeout = .milliseconds(30)
        let damaged = DamagedConnections()
        let received = try await RawSocketServer.withServer { server in
            server.serve { try await HostileServer.serve($0, seed: seed, isCut: isCut, damaged: damaged) }
            return await NIOTransport.withTransport(configuration: configuration) { transport in
                let caller = Caller(transport: transport, authority: server.authority, seed: seed, isCut: isCut)
                return await run(caller, cases, callers)
            }
        }
        // Only now has the server read all requests.
        let outcomes = received.map { outcome -> Caller.Outcome in
            guard case .wrongResponse(let number, _) = outcome, damaged.contains(number, isCut: isCut) else {
                return outcome
            }
            return .ambiguousResponse
        }
        let counts = Dictionary(grouping: outcomes, by: \.self).mapValues(\.count)
        for (outcome, count) in counts.sorted(by: { $0.value > $1.value }) { print("\(count) × \(outcome)") }
        let faults = counts.keys.filter { outcome in
            if case .wrongResponse = outcome { true } else { outcome == .failure("deadlinePassed") }
        }
        guard faults.isEmpty, outcomes.count == cases else {
            print("seed \(seed): \(faults)")
            exit(1)
        }
    }

    private static func run(_ caller: Caller, _ cases: Int, _ callers: Int) async -> [Caller.Outcome] {
        await withTaskGroup(of: [Caller.Outcome].self) { group in
            for first in 0..<callers {
                group.addTask {
                    var outcomes: [Caller.Outcome] = []
                    for number in stride(from: first, to: cases, by: callers) {
                        outcomes.append(await caller.call(number))
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}
