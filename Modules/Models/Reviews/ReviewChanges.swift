/// Changes to a part of a review.
public struct ReviewChanges: Sendable, Hashable {
    /// The new stars; `nil` leaves them unchanged.
    public var stars: Stars?
    /// The change to the text, which is optional in a review.
    public var text: Change<ReviewText>

    /// Creates changes from their parts; without arguments they change nothing.
    public init(stars: Stars? = nil, text: Change<ReviewText> = .unchanged) {
        self.stars = stars
        self.text = text
    }
}
