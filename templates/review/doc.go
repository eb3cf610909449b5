// Package review draws what reviewers and submitters write to each other: /review, conflicts of interest, who reviews, questions and appeals.
package review
