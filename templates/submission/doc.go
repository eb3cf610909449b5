// Package submission draws the evidence page of an entry, for those who hold or review it and for the public: /submissions/{id} and
// /entries/{id}, with its revisions and its study.
package submission
