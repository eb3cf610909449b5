package web

// What tests of the package look at.
var (
	UserHeaderRoutes = userHeaderRoutes
)
