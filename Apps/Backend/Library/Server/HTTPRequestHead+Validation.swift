import Foundation
import NIOCore
import NIOHTTP1

extension HTTPRequestHead {
    /// The problem with a head that the parser accepts although it violates RFC 9112 or has an unsupported transfer
    /// coding; `nil` if there is none.
    var violation: Problem? { hostViolation ?? transferCodingViolation }

    /// RFC 9112, section 3.2: HTTP/1.1 requires `Host`, and no version allows two, or an invalid one.
    private var hostViolation: Problem? {
        let hosts = headers["Host"].map { $0.trimmingCharacters(in: .whitespaces) }
        if hosts.isEmpty, version == .http1_0 { return nil }
        guard hosts.count == 1 else {
            return .badRequest("A request must have one Host field; this has \(hosts.count).")
        }
        return hosts[0].isHost
            ? nil : .badRequest("The Host field must be a host with an optional port: example.com:80.")
    }

    /// RFC 9112, sections 6.1 and 6.3: the end of a body is known only if `chunked` is the last coding, and occurs
    /// once.
    private var transferCodingViolation: Problem? {
        let codings = headers["Transfer-Encoding"].flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard !codings.isEmpty else { return nil }
        guard version == .http1_1 else { return .badRequest("HTTP/1.0 has no Transfer-Encoding.") }
        guard codings.last == "chunked", codings.count(where: { $0 == "chunked" }) == 1 else {
            return .badRequest("Transfer-Encoding must end with chunked, and contain it once.")
        }
        return codings.count == 1 ? nil : .transferCodingNotImplemented
    }
}

extension String {
    /// Whether this is `uri-host [ ":" port ]` (RFC 9110, section 7.2) with a host that is not empty.
    fileprivate var isHost: Bool {
        if hasPrefix("[") {
            guard let end = firstIndex(of: "]"), self[end...].dropFirst().isPortOrNothing else { return false }
            let address = try? SocketAddress(ipAddress: String(self[index(after: startIndex)..<end]), port: 0)
            return address?.protocol == .inet6
        }
        let host = prefix { $0 != ":" }
        guard dropFirst(host.count).isPortOrNothing, !host.isEmpty else { return false }
        var rest = host.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(Self.hexadecimal.contains) else {
                    return false
                }
            } else if !Self.hostBytes.contains(byte) {
                return false
            }
        }
        return true
    }

    private static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
    /// RFC 3986, section 3.2.2: unreserved characters and sub-delims.
    private static let hostBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=".utf8)
}

extension Substring {
    /// Whether this is empty, or a colon followed by a port or nothing.
    fileprivate var isPortOrNothing: Bool {
        guard first == ":" else { return isEmpty }
        let digits = dropFirst()
        return digits.isEmpty || digits.allSatisfy(\.isWholeNumber) && UInt16(digits) != nil
    }
}
