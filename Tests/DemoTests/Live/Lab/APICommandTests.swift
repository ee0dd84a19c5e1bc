import Backend
import EngineTestSupport
import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata api")
struct APICommandTests {
    @Test("strata api prints the response, signs a path with the session, and reports a refusal by its exit code")
    func raw() async throws {
        try await Workplace.with(login: .ada) { place in
            let me = try await place.strata("api", "/v2/users/me", code: 0)
            #expect(me.output.hasPrefix("{") && me.output.contains("ada@example.com"))
            let unsigned = try await place.strata("api", "/v2/users/me", "--auth", "none", code: 77)
            #expect(unsigned.output.contains("missing_token"), "the response is printed too")
            let typed = ["api", "/v2/users/me", "-H", "authorization: Bearer mine"]
            let signed = try await place.strata(typed, code: 64)
            #expect(signed.errors.contains("--auth bearer sets this field"))
            try await place.strata(typed + ["--auth", "none"], code: 77)
            let missing = try await place.strata("api", "DELETE", "/v2/nothing", code: 67)
            #expect(missing.errors.contains("The server responded with 404 (request ID "))
        }
    }

    @Test("a credential is never sent to another server, even if the request asks for it")
    func foreign() async throws {
        try await Workplace.with { place in
            try await Workplace.with { other in
                try await place.logIn()
                let url = other.backend.absoluteString + "/v2/users/me"
                let unsigned = try await place.strata("api", url, "--curl", code: 77)
                #expect(!unsigned.errors.contains("Authorization"))
                let forced = try await place.strata("api", url, "--auth", "bearer", code: 77)
                #expect(forced.output.isEmpty, "nothing was sent")
                #expect(
                    forced.errors
                        == "strata: The request to \(other.backend) was not sent, because it would have carried your "
                        + "credentials for \(place.backend).\n")
            }
        }
    }

    @Test("the cURL command contains no secret")
    func curl() async throws {
        let secret = Canary("cli")
        try await Workplace.with(login: .ada) { place in
            let signed = try await place.strata("api", "/v2/users/me?q=\(secret.text)", "--curl")
            #expect(signed.errors.contains("curl "))
            #expect(signed.errors.contains(#"'Authorization: '"${HEADER_AUTHORIZATION:?}""#))
            #expect(!signed.errors.contains("canary"))
            let key = try await place.strata(
                "api", "/v2/users/me", "--auth", "api-key", "--api-key-query", "key", "--curl", "--trace", "--verbose",
                environment: ["STRATA_API_KEY": secret.text])
            #expect(key.errors.contains("key=‹redacted›"))
            #expect(!key.errors.contains("canary"))
            let shown = try await place.strata(
                "api", "/v2/users/me?page=2", "--show-query", "--auth", "api-key", "--api-key-query", "appid", "--curl",
                "--trace", "--verbose", environment: ["STRATA_API_KEY": secret.text])
            #expect(shown.errors.contains(#"/v2/users/me?page=2&appid='"${QUERY_APPID?}""#))
            #expect(!shown.errors.contains("canary"))
            let list = try await place.strata("time-entries", "list", "--page", "1", "--trace", "--verbose")
            #expect(list.errors.contains("/v2/time-entries?page=1&per_page=20"), "\(list.errors)")
            let named = try await place.strata(
                "api", "/v2/users/me?page=2&access_token=\(secret.text)", "--show-query", "--trace", "--verbose")
            #expect(named.errors.contains("?page=2&access_token=‹redacted›"), "\(named.errors)")
            #expect(!named.errors.contains("canary"))
        }
    }

    @Test("a call is retried after 503, and the waterfall shows attempts, pauses and reasons")
    func burst() async throws {
        try await Workplace.with(login: .ada) { place in
            try await place.arm("refuse", "count=2", "path=/v2/users")
            let page = try place.file("trace.html", Data())
            let outcome = try await place.strata("api", "/v2/users/me", "--trace", "--trace-file", page, code: 0)
            for part in ["attempt 1", "pause", "attempt 3", "503", "(attempt 2): server returned 503"] {
                #expect(outcome.errors.contains(part), "\(outcome.errors)")
            }
            #expect(!outcome.errors.contains(" \n"), "a line has no space at its end")
            let html = try String(contentsOfFile: page, encoding: .utf8)
            #expect(html.hasPrefix("<!doctype html>") && html.contains("attempt 3"))
            #expect(!html.contains("http-equiv=\"refresh\"") && !html.contains("<script"))
        }
    }

    @Test("a call that is not retried reports why: the server's wait is too long, or the method is not safe")
    func notSentAgain() async throws {
        try await Workplace.with { place in
            try await place.arm("refuse", "count=2", "path=/v2/users", "retry_after=90")
            let later = try await place.strata("api", "/v2/users/me", "--json", code: 75)
            #expect(later.output.contains(#""attempts": 1"#))
            let wait = "strata: Not retried: the server requires a wait of 90 s, but a call waits at most 5 s.\n"
            #expect(later.errors.hasPrefix(wait), "\(later.errors)")
            let unsafe = try await place.strata("api", "PATCH", "/v2/users/me", "--max-retries", "10", code: 75)
            #expect(unsafe.errors.hasPrefix("strata: Not retried: the server may have processed"), "\(unsafe.errors)")
        }
    }

    @Test("a server without TLS, a late and a broken response have exit codes of their own")
    func exitCodes() async throws {
        try await Workplace.with { place in
            let tls = "https" + place.backend.absoluteString.dropFirst(4)
            try await place.strata("api", tls + "/", code: 60)
            try await place.arm("delay", "milliseconds=5000", "path=/v3")
            try await place.strata("api", "/v3", "--timeout", "0.2", "--max-retries", "0", code: 124)
            try await place.arm("garble")
            try await place.strata("api", "/v1", "--max-retries", "0", code: 76)
        }
    }

    @Test(
        "a guest's command works on a full disk, and one that needs no store opens none",
        .enabled("strace is not installed, or may not trace", { try await Strace.isAvailable }))
    func guestOnFullDisk() async throws {
        try await Workplace.with { place in
            let full = ["-o", "/dev/null", "-e", "inject=pwrite64:error=ENOSPC"]
            let unsigned = try await place.traced([], ["api", "/v2/health", "--auth", "none"])
            #expect(unsigned.code == 0 && !FileManager.default.fileExists(atPath: place.dataFolder.path))
            for _ in 1...2 {
                let guest = try await place.traced(full, ["api", "/v2/health"])
                #expect(guest.code == 0 && guest.errors == "", "\(guest)")
            }
            let member = try await place.traced(full, ["whoami"])
            #expect(member.code == 74, "\(member)")
            _ = try await place.logIn(.grace)
            #expect(try await place.traced(full, ["api", "/v2/health"]).code == 74, "a login must not be passed over")
        }
    }
}
