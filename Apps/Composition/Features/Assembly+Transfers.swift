public import DependencyInjection
import Foundation
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
public import Transfers

extension Key<any TransferStore> {
    /// Stores the queue of downloads. Use it to implement `BackgroundTransfers` yourself.
    public static var transferStore: Self { Self() }
}

extension Key<any BackgroundTransfers> {
    /// Downloads that outlive the app, as the account that is logged in may see them. Only a session of the kind
    /// `SessionKind.background` has them.
    public static var transfers: Self { Self() }
}

extension Assembly {
    static func transfers(_ kind: SessionKind) -> Assembly {
        Assembly {
            if kind == .background {
                Singleton(
                    .transfers, needs: .transferStore, .settings, .environment, .pipeline, .auth, .sessions,
                    .authSessionStore, .time, .identifiers, .monitor
                ) {
                    store, settings, environment, pipeline, auth, sessions, authSessions, time, identifiers, monitor in
                    let downloader = QueuedDownloader(
                        api: environment.origin, headers: settings.defaultHeaders, pipeline: pipeline, auth: auth,
                        sessions: sessions, retries: settings.retries, timeLimit: settings.downloadDeadline, time: time,
                        identifiers: identifiers, monitor: monitor,
                        publicQueryNames: settings.publicQueryNames)
                    let queue = DownloadQueue(
                        store: store, downloads: downloader,
                        lock: settings.dataDirectory.appending(path: "transfers.lock"), time: time)
                    return VisibleTransfers(queue: queue, authSessions: authSessions)
                }
            }
        }
    }
}
