import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A loopback port that refuses connections until a server starts on it, and that no other process can take meanwhile.
public final class ReservedPort: Sendable {
    public let port: Int
    /// Bound, and not yet listening; `nil` once a server has it.
    private let descriptor: Mutex<CInt?>

    private init(descriptor: CInt, port: Int) {
        self.descriptor = Mutex(descriptor)
        self.port = port
    }

    deinit {
        if let descriptor = descriptor.withLock(\.self) { _ = close(descriptor) }
    }

    /// `127.0.0.1` with the port, as in a URL.
    public var authority: String { "127.0.0.1:\(port)" }

    /// Binds a free port.
    public static func reserve() throws -> ReservedPort {
        #if canImport(Glibc)
        let kind = CInt(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw RawSocketError.noPort }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else {
            _ = close(descriptor)
            throw RawSocketError.noPort
        }
        return ReservedPort(descriptor: descriptor, port: Int(in_port_t(bigEndian: address.sin_port)))
    }

    /// Hands the socket over to a caller, who must listen on it and close it.
    func take() throws -> CInt {
        let taken = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let taken else { throw RawSocketError.noPort }
        return taken
    }
}
