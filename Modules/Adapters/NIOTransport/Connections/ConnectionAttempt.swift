import NIOCore
import NIOHTTP1
import NIOPosix
import Networking
import Synchronization

/// One attempt to open a connection: name lookup, TCP and TLS, all within the connect timeout.
final class ConnectionAttempt: Sendable {
    typealias Completion = @Sendable (Result<HTTPConnection, TransportError>) -> Void

    private let destination: Destination
    private let loop: any EventLoop
    private let configuration: NIOTransportConfiguration
    private let secure: SecureConnections
    private let failures = FailureTranslator()
    private let state = Mutex(State.created)

    private enum State {
        case created
        /// A name with several addresses opens several sockets (RFC 8305).
        case connecting([any Channel], Completion, timer: Scheduled<Void>)
        case ended(TransportError?)
    }

    init(
        to destination: Destination, on loop: any EventLoop, configuration: NIOTransportConfiguration,
        secure: SecureConnections
    ) {
        self.destination = destination
        self.loop = loop
        self.configuration = configuration
        self.secure = secure
    }

    /// Begins to connect. Calls `completion` once, on any thread.
    ///
    /// Without TLS the attempt runs on its event loop alone. A task would wait for a thread of the cooperative pool, which
    /// CPU-bound code can occupy for longer than the connect timeout.
    func start(_ completion: @escaping Completion) {
        let timer = loop.scheduleTask(in: TimeAmount(configuration.connectTimeout)) {
            self.cancel(with: .connectTimeout)
        }
        let early = state.withLock { state -> TransportError? in
            if case .ended(let error) = state { return error }
            state = .connecting([], completion, timer: timer)
            return nil
        }
        if let early {
            timer.cancel()
            return completion(.failure(early))
        }
        // Never in this call: an attempt that fails at once begins the next one.
        guard destination.isSecure else { return loop.execute { self.connect(nil) } }
        Task {
            do throws(TransportError) {
                connect(try await secure.handshake(with: destination.host))
            } catch {
                finish(.failure(error))
            }
        }
    }

    /// Fails the attempt and closes its sockets, or prevents its start. A name lookup can't be stopped, but its result
    /// is ignored.
    func cancel(with error: TransportError) {
        finish(.failure(error))
    }

    private func finish(_ result: Result<HTTPConnection, TransportError>) {
        let (channels, completion) = state.withLock { state -> ([any Channel], Completion?) in
            switch state {
            case .created:
                if case .failure(let error) = result { state = .ended(error) }
                return ([], nil)
            case .connecting(let channels, let completion, let timer):
                state = .ended(nil)
                timer.cancel()
                return (channels, completion)
            case .ended: return ([], nil)
            }
        }
        if let completion {
            if case .failure = result { for channel in channels { channel.close(promise: nil) } }
            completion(result)
        } else if case .success(let connection) = result {
            connection.close()
        }
    }

    private func connect(_ handshake: SecureHandshake?) {
        let (destination, configuration, failures) = (destination, configuration, failures)
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(configuration.connectTimeout))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 262_144)
            )
            .channelInitializer { channel in self.initialize(channel) }
        let connecting =
            if let address = try? SocketAddress(ipAddress: destination.host, port: destination.port) {
                bootstrap.connect(to: address)
            } else {
                bootstrap.connect(host: destination.host, port: destination.port)
            }
        connecting.flatMap { channel in
            let secured = handshake?.begin(on: channel) ?? channel.eventLoop.makeSucceededVoidFuture()
            return secured.flatMapThrowing {
                try HTTPConnection(channel, to: destination, configuration: configuration, failures: failures)
            }.flatMapErrorThrowing { error in
                channel.close(promise: nil)
                throw error
            }
        }.whenComplete { result in
            self.finish(
                result.mapError { error in
                    let error = failures.translate(error, at: .connecting)
                    return error == .connectionLost ? .notSent : error
                })
        }
    }

    private func initialize(_ channel: any Channel) -> EventLoopFuture<Void> {
        let isWanted = state.withLock { state in
            guard case .connecting(let channels, let completion, let timer) = state else { return false }
            state = .connecting(channels + [channel], completion, timer: timer)
            return true
        }
        return isWanted
            ? channel.eventLoop.makeSucceededVoidFuture()
            : channel.eventLoop.makeFailedFuture(TransportError.closed)
    }
}
