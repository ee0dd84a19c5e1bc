import Hummingbird

/// The groups that routes are added to, one for each kind of caller.
///
/// The type of a group's context is the permission: a handler in `members` cannot run without a valid access token, and
/// a handler in `admins` requires an admin's token.
struct RouteGroups {
    /// For everyone. Tokens are ignored.
    let open: Router<BackendRequestContext>
    /// For everyone. A token identifies the member who sent the request, and an invalid token is refused.
    let guests: RouterGroup<GuestContext>
    // feature: Reviews begin
    /// For everyone, even with an invalid token, which the route reports itself.
    let graphQL: RouterGroup<GuestContext>
    // feature: Reviews end
    let members: RouterGroup<MemberContext>
    let admins: RouterGroup<AdminContext>
    /// The members' group of version 1. Its responses announce the end of the version.
    let legacyMembers: RouterGroup<MemberContext>
}
