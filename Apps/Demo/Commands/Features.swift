import ArgumentParser

extension Feature {
    /// The app's features, in the order of the help and of the tour. Each is declared beside its command.
    static var all: [Feature] {
        [
            .products,
            .books,
            .reviews,
            .feedback,
            .timeEntries,
        ]
    }
}

/// What a feature adds to the command line.
struct Feature: Sendable {
    let command: any ParsableCommand.Type
    /// The setting with the address of an API of its own.
    var address: SettingKey?
    var memberStep: MemberStep?
    var guestStep: GuestStep?
    /// A step of the tour that needs a login.
    typealias MemberStep = @Sendable (Tour, TourVisit, inout TourNarrator) async throws -> Void
    /// A step of the tour that needs none.
    typealias GuestStep = @Sendable (Tour, inout TourNarrator) async throws -> Void
}
