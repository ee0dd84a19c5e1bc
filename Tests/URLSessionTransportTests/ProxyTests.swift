import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import Testing

@testable import URLSessionTransport

@Suite("Proxies in the process environment", .timeLimit(.minutes(20)))
struct ProxyTests {
    private static let proxy = "http://user:password@127.0.0.1:1"

    @Test(
        "a request that libcurl would send to a proxy is rejected, with the variable's name and without its value",
        arguments: [
            ("http", ["http_proxy": proxy], "http_proxy"), ("https", ["https_proxy": proxy], "https_proxy"),
            ("https", ["HTTPS_PROXY": proxy], "HTTPS_PROXY"), ("http", ["all_proxy": proxy], "all_proxy"),
            ("https", ["ALL_PROXY": proxy], "ALL_PROXY"),
            ("http", ["http_proxy": proxy, "no_proxy": "b.example,ample,1.a.example"], "http_proxy"),
            ("http", ["http_proxy": proxy, "no_proxy": "*,b.example", "NO_PROXY": "*"], "http_proxy"),
        ])
    func refused(scheme: String, environment: [String: String], name: String) {
        let error = #expect(throws: TransportError.self) {
            try ProxyVariables(environment: environment).refuse(scheme: scheme, authority: "a.example:8080")
        }
        guard case .unsendable(let reason) = error else {
            Issue.record("expected unsendable, got \(String(describing: error))")
            return
        }
        #expect(reason.contains(name) && reason.contains("no_proxy") && !reason.contains("password"))
    }

    @Test(
        "a request that libcurl would send directly is accepted",
        arguments: [
            ("http", [:]), ("http", ["https_proxy": proxy]), ("https", ["http_proxy": proxy]),
            ("http", ["HTTP_PROXY": proxy]), ("http", ["http_proxy": "", "all_proxy": proxy]),
            ("http", ["http_proxy": proxy, "no_proxy": "*"]), ("http", ["http_proxy": proxy, "NO_PROXY": "A.example"]),
            ("http", ["http_proxy": proxy, "no_proxy": "b.example, .example"]),
        ])
    func allowed(scheme: String, environment: [String: String]) throws {
        try ProxyVariables(environment: environment).refuse(scheme: scheme, authority: "a.example:8080")
        try ProxyVariables(environment: environment.merging(["no_proxy": "::1"], uniquingKeysWith: { $1 }))
            .refuse(scheme: scheme, authority: "[::1]:80")
    }

    #if canImport(FoundationNetworking)
    @Test("a proxy in the process environment receives nothing of a call")
    func environment() async {
        // A separate process, because the environment belongs to all tests of this one.
        await #expect(processExitsWith: .success) {
            try await RawSocketServer.withServer { proxy in
                try await RawSocketServer.withServer { server in
                    for listener in [proxy, server] {
                        listener.serve("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                    }
                    for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
                    setenv("http_proxy", "http://user:password@\(proxy.authority)", 1)
                    try await URLSessionTransport.withTransport { transport in
                        await #expect(throws: TransportError.self) { try await transport.get(from: server) }
                        #expect(proxy.connectionCount == 0 && server.connectionCount == 0)
                        // libcurl and the guard agree on the exceptions.
                        for exception in ["127.0.0.1", "*"] {
                            setenv("no_proxy", exception, 1)
                            let response = try await transport.get(from: server)
                            #expect(response.head.status == .ok)
                        }
                        #expect(proxy.connectionCount == 0 && server.connectionCount == 2)
                    }
                }
            }
        }
    }
    #endif
}
