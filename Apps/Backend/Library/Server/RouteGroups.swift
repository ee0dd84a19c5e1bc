import Hummingbird

/// The groups that routes are added to, one for each kind of caller.
///
/// The type of a group's context is the permission: a handler in `members` cannot run without a valid access token, and
/// one in `admins` not without an admin's.
struct RouteGroups {
    /// Everyone. Tokens are ignored.
    let open: Router<BackendRequestContext>
    /// Everyone. A token names the member who sent the request, and an invalid token is refused.
    let guests: RouterGroup<GuestContext>
    // feature: Reviews begin
    /// Everyone, also with an invalid token, which the route reports itself.
    let graphQL: RouterGroup<GuestContext>
    // feature: Reviews end
    let members: RouterGroup<MemberContext>
    let admins: RouterGroup<AdminContext>
    /// The members' group of version 1, whose responses announce its end.
    let legacyMembers: RouterGroup<MemberContext>
}
