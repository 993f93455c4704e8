import { arrives } from '@tapedeck/ui';
import { lazy } from 'react';

/** One script for everything after the first paint; requested when the first part of it is rendered. */
const load = () => arrives(() => import('./second-view.ts'));

/** Arrives before the account, without which nothing is sent. */
export const loadGuard = () => arrives(() => import('../features/held-presses/index.ts'));
export const HeldPresses = lazy(() => loadGuard().then((module) => ({ default: module.HeldPresses })));

export const AccountBlock = lazy(() => load().then((module) => ({ default: module.AccountBlock })));
export const AccountLine = lazy(() => load().then((module) => ({ default: module.AccountLine })));
export const AccountPanel = lazy(() => load().then((module) => ({ default: module.AccountPanel })));
export const ChartPanel = lazy(() => load().then((module) => ({ default: module.ChartPanel })));
export const Confirmations = lazy(() => load().then((module) => ({ default: module.Confirmations })));
export const DisplayChoices = lazy(() => load().then((module) => ({ default: module.DisplayChoices })));
export const Messages = lazy(() => load().then((module) => ({ default: module.Messages })));
export const ListingNotices = lazy(() => load().then((module) => ({ default: module.ListingNotices })));
export const Notices = lazy(() => load().then((module) => ({ default: module.Notices })));
export const PaperChip = lazy(() => load().then((module) => ({ default: module.PaperChip })));
export const PaperFunds = lazy(() => load().then((module) => ({ default: module.PaperFunds })));
export const Posters = lazy(() => load().then((module) => ({ default: module.Posters })));
export const RecordingGaps = lazy(() => load().then((module) => ({ default: module.RecordingGaps })));
export const ReverseDialogs = lazy(() => load().then((module) => ({ default: module.ReverseDialogs })));
export const StatusLine = lazy(() => load().then((module) => ({ default: module.StatusLine })));
export const TpslDialogs = lazy(() => load().then((module) => ({ default: module.TpslDialogs })));
export const UserMenu = lazy(() => load().then((module) => ({ default: module.UserMenu })));
