import ArgumentParser
import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import Networking
import Primitives

@testable import CommandLine
@testable import Lab

extension ComposedApp {
    /// Runs an app in the test's process, whose requests `server` receives.
    static func over<Value: Sendable>(
        _ server: MockTransport, _ settings: AppSettings, _ body: (ComposedApp) async throws -> Value
    ) async throws -> Value {
        try await run(
            settings, assembly: { $0.overriding { Singleton(.transport) { server as any Transport } } }, body)
    }

    /// Sends a request as `strata api` does.
    ///
    /// - Parameters:
    ///   - options: those of the request's credential.
    ///   - lab: the settings of the credential.
    ///   - pages: prints the pages of `--paginate`; `nil` for a single response.
    func call(
        _ target: String, _ options: [String], lab: LabSettings = LabSettings(), pages: PagePrinter? = nil
    ) async throws -> APICall.Outcome {
        let raw = try await RawRequest(
            [target], options: try RequestOptions.parse([]), baseURL: settings.baseURL,
            identifiers: RandomIdentifierSource(), input: BodyInput(within: nil, time: SystemTimeSource()))
        var run = RunSettings(app: settings)
        run.lab = lab
        let call = APICall(
            raw: pages == nil ? raw : try raw.firstPage(), app: self, settings: run,
            options: try CredentialOptions.parse(options), output: try ResponseOptions.parse([]), timeLimit: nil,
            terminal: Terminal(environment: [:]), pages: pages)
        return try await call.send()
    }
}
