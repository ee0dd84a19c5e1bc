import DependencyInjection
import Foundation
import Networking
import Primitives

extension Key<any Transport> {
    static var transport: Self { Self() }
}

extension Key<Client> {
    static var client: Self { Self() }
}

extension Key<TraceRecorder> {
    static var traces: Self { Self() }
}

extension Key<TokenEndpointClient> {
    static var doorClient: Self { Self() }
}

extension Key<CardBox> {
    static var cards: Self { Self() }
}

extension Key<BearerCredential> {
    static var card: Self { Self() }
}

extension Key<Session<Librarian>> {
    static var librarian: Self { Self() }
}

extension Assembly {
    static func library(at url: URL) -> Assembly {
        let time = SystemTimeSource()
        return Assembly {
            Singleton(.transport) { LibraryTransport() }
                .onShutdown { transport in await transport.shutdown() }
            Singleton(.traces) { TraceRecorder() }
            Singleton(.cards) { CardBox() }
            Singleton(.client, needs: .transport, .traces) { transport, traces in
                let random = SystemRandomSource()
                let pipeline = Pipeline.standard(
                    over: transport, deadline: .seconds(20), health: OriginHealth(random: random), random: random,
                    attemptTimeout: .seconds(10), outermost: [LoanLimit(1)])
                return Client(
                    environment: try APIEnvironment(name: "library", baseURL: url), coding: PlainJSONBodyCoding(),
                    pipeline: pipeline, time: time, identifiers: RandomIdentifierSource(), monitor: traces)
            }
            Singleton(.doorClient, needs: .transport) { transport in
                TokenEndpointClient(
                    environment: try APIEnvironment(name: "library", baseURL: url), coding: PlainJSONBodyCoding(),
                    transport: transport, timeout: .seconds(10), time: time, identifiers: RandomIdentifierSource())
            }
            Seed(.card)
            Scoped(.librarian, needs: .card, .client, .doorClient, .cards) { card, client, doorClient, cards in
                let provider = CredentialProvider(
                    credential: card, origin: client.environment.origin, storage: cards,
                    refresher: KeyCardRefresher(client: doorClient, time: time))
                return client.session(with: CredentialHandle<Librarian>(credentialProvider: provider))
            }
        }
    }
}
