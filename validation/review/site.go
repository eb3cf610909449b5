package review

import "slices"

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
	ShareWithSite    SiteAction = "share entries with a site"
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
