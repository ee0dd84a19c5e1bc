extension Tour {
    /// The features' steps that need a login. Each is declared in its folder here.
    func features(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await bookSearch(visit, &narrator)
        try await reviews(visit, &narrator)
        try await feedback(visit, &narrator)
        try await timeEntries(visit, &narrator)
        try await offline(visit, &narrator)
    }

    /// The features' steps that need none.
    func guestFeatures(_ narrator: inout TourNarrator) async throws {
        try await productPages(&narrator)
        try await products(&narrator)
        try await bookCatalog(&narrator)
        try await bookPages(&narrator)
    }
}
