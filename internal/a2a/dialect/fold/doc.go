// Package fold folds the readings of an exchange in order: it assembles the task, checks rules about the
// order of events, and collects labels. Its memory is bounded, however long a stream is.
package fold
