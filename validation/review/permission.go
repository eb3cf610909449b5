package review

import "slices"

// Action is something a route lets a person do.
type Action string

// The actions; each route of the server names one.
const (
	ReadPublic           Action = "read what is public"
	SignIn               Action = "sign in"
	SignOut              Action = "sign out"
	ReadOwnEntries       Action = "see their own submissions"
	WriteOwnEntry        Action = "create and change their own submissions"
	ReadEntry            Action = "read a submission that is not published"     // the owner, and those who review
	MoveEntry            Action = "submit, withdraw or decide"                  // held to the table of moves
	AskAboutEntry        Action = "ask and answer questions about a submission" // held to the table of steps
	ReadQueue            Action = "see the review queue"
	ManageEditions       Action = "open and publish editions"
	Rehearse             Action = "grade again what one may read, changing nothing"
	ManageAccounts       Action = "create accounts and change roles"
	Register             Action = "make an account, confirm it and win it back"
	KeepAccount          Action = "change what belongs to an account: passwords, passkeys, tokens"
	KeepSites            Action = "make sites and be of them" // who of a site may do what is held by the store
	SeeInvitation        Action = "look at an invitation to a site"
	EditEquipmentLibrary Action = "keep meters and other parts to be used again"
	ReadOutbox           Action = "see the mail that is to be sent"
	KeepServer           Action = "see how the installation fares, and start again what was given up"
	KeepConflicts        Action = "declare conflicts of interest of one's own"
	ReadNotices          Action = "see what one is told, and choose how"
	ReadAppeals          Action = "read and answer appeals" // held to the table of appeals
	ReadAudit            Action = "see who did what"
	ExportAudit          Action = "take the audit log away, with the addresses of the network in it"
)

// Permissions is the one table of who may do what. Public stands for everybody, signed in or not.
func Permissions() map[Action][]Role {
	signedIn := Roles()
	return map[Action][]Role{
		ReadPublic:           {Public},
		SignIn:               {Public},
		SignOut:              signedIn,
		ReadOwnEntries:       signedIn,
		WriteOwnEntry:        signedIn,
		ReadEntry:            signedIn,
		MoveEntry:            signedIn,
		AskAboutEntry:        signedIn,
		ReadQueue:            {Reviewer, Editor},
		ManageEditions:       {Editor},
		Rehearse:             {Editor, Admin},
		ManageAccounts:       {Admin},
		Register:             {Public},
		KeepAccount:          signedIn,
		KeepSites:            signedIn,
		SeeInvitation:        {Public},
		EditEquipmentLibrary: signedIn,
		KeepConflicts:        {Reviewer, Editor},
		ReadOutbox:           {Admin},
		KeepServer:           {Admin},
		ReadNotices:          signedIn,
		ReadAppeals:          signedIn,
		ReadAudit:            {Editor, Admin},
		ExportAudit:          {Admin},
	}
}

// May reports whether a role may do something.
func May(role Role, action Action) bool {
	allowed := Permissions()[action]
	return slices.Contains(allowed, Public) || slices.Contains(allowed, role)
}

// Reader is somebody who wants to read an entry.
type Reader struct {
	Party
	Embargoed bool // its list is frozen, and not yet for everybody
}

// MayRead reports whether a person may read an entry: anyone once it is public, its owner always,
// reviewers and editors without a conflict of interest once it was submitted.
func MayRead(by Reader, state State) bool {
	return by.Owner || state.Public() && !by.Embargoed || MayReadReadings(by) && state != Draft
}

// MayReadReadings reports whether a person who may read an entry may see its readings and files as well: the owner, and
// people who review without a conflict of interest. Everybody else sees them in the steps of the envelope.
func MayReadReadings(by Reader) bool {
	return by.Owner || May(by.Role, ReadQueue) && by.Conflict == NoConflict
}

// ReadableStates lists the states whose entries a role may read, of any owner.
func ReadableStates(role Role) []State {
	return slices.DeleteFunc(States(),
		func(state State) bool { return !MayRead(Reader{Party: Party{Role: role}}, state) })
}

// MayCompare reports whether a person may read what was submitted before what counts: the owner, and those who review
// without a conflict of interest. A list makes public what it holds, and nothing that was returned.
func MayCompare(by Reader) bool {
	return MayReadReadings(by)
}

// SiteRole is what somebody is in a site. People who are not members have none.
type SiteRole string

// The roles in a site.
const (
	Keeper SiteRole = "keeper"
	Member SiteRole = "member"
)

// SiteRoles lists the roles that somebody of a site may have.
func SiteRoles() []SiteRole { return []SiteRole{Keeper, Member} }

// Valid reports whether somebody of a site may have the role.
func (r SiteRole) Valid() bool { return slices.Contains(SiteRoles(), r) }

// SiteAction is something that people do in a site; it reads on after "may".
type SiteAction string

// The actions in a site.
const (
	SeeSite          SiteAction = "see a site and its members"
	ShareWithSite    SiteAction = "share submissions with a site"
	SaveSitePresets  SiteAction = "save presets for everybody at a site"
	LeaveSite        SiteAction = "leave a site"
	ChangeSite       SiteAction = "change the facts of a site"
	InviteToSite     SiteAction = "invite people to a site"
	SetSiteRoles     SiteAction = "change who keeps a site"
	RemoveFromSite   SiteAction = "remove members of a site"
	DeleteSiteForAll SiteAction = "delete a site"
)

// SitePermissions is the one table of who may do what in a site.
func SitePermissions() map[SiteAction][]SiteRole {
	return map[SiteAction][]SiteRole{
		SeeSite:          {Keeper, Member},
		ShareWithSite:    {Keeper, Member},
		SaveSitePresets:  {Keeper, Member},
		LeaveSite:        {Keeper, Member},
		ChangeSite:       {Keeper},
		InviteToSite:     {Keeper},
		SetSiteRoles:     {Keeper},
		RemoveFromSite:   {Keeper},
		DeleteSiteForAll: {Keeper},
	}
}

// MayInSite reports whether a role in a site lets somebody do something there.
func MayInSite(role SiteRole, action SiteAction) bool {
	return slices.Contains(SitePermissions()[action], role)
}
