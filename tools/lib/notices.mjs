// THIRD_PARTY_NOTICES.md from package-lock.json: every package that the built product can contain, with version, licence and copyright.

const OPENING = `# Third-party notices

Tapedeck is licensed under [Apache-2.0](LICENSE). The built terminal and server contain the packages below, each under its own licence; the full text is in the installed package. \`node tools/notices.mjs\` writes this file from \`package-lock.json\`.

## Works inside packages

- **Inter** (in @fontsource-variable/inter), SIL Open Font License 1.1. Copyright 2016 The Inter Project Authors.
- **JetBrains Mono** (in @fontsource-variable/jetbrains-mono), SIL Open Font License 1.1. Copyright 2020 The JetBrains Mono Project Authors.
- **PostgreSQL** (in @electric-sql/pglite), PostgreSQL License. Portions Copyright 1996 The PostgreSQL Global Development Group, portions Copyright 1994 The Regents of the University of California.

## Packages
`;

/** Licences that allow distribution with this product. Another one needs a decision before its package is used. */
export const ALLOWED_LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];

/** Production packages of a lock, each name and version once, sorted. `paths` are the places where it is installed. */
export function productionPackages(lock) {
  const found = new Map();
  for (const [key, { version, license, dev, devOptional, link }] of Object.entries(lock)) {
    const at = key.lastIndexOf('node_modules/');
    if (at < 0 || dev || devOptional || link) continue;
    const name = key.slice(at + 'node_modules/'.length);
    const known = found.get(`${name}@${version}`);
    found.set(`${name}@${version}`, { name, version, licence: license ?? 'none', paths: [...(known?.paths ?? []), key] });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

/** First copyright line of a licence text, without markup; '' if it has none. */
export function copyrightOf(text) {
  const line = text.split('\n').find((each) => /^\W*(copyright\b.*\d|copyright \(c\)|©)/i.test(each)) ?? '';
  return line.replace(/[|*<>#]/g, '').trim();
}

const row = ({ name, version, licence, copyright }) => `| ${name} | ${version} | ${licence} | ${copyright} |`;

/** The complete file, formatted by the caller. */
export const noticesText = (packages) =>
  [OPENING, '| package | version | licence | copyright |', '| --- | --- | --- | --- |', ...packages.map(row), ''].join('\n');

/** Differences between the notices and the lock, and licences that need a decision. */
export function noticeProblems(text, packages) {
  const rows = [...text.matchAll(/^\| (\S+) +\| (\d\S*) +\| (\S+) +\|/gm)].map(
    ([, name, version, licence]) => `${name} ${version} ${licence}`,
  );
  const wanted = packages.map(({ name, version, licence }) => `${name} ${version} ${licence}`);
  return [
    ...wanted.filter((each) => !rows.includes(each)).map((each) => `${each} is missing; run node tools/notices.mjs`),
    ...rows.filter((each) => !wanted.includes(each)).map((each) => `${each} is not in package-lock.json; run node tools/notices.mjs`),
    ...packages
      .filter(({ licence }) => !ALLOWED_LICENCES.includes(licence))
      .map(({ name, licence }) => `${name} has the licence ${licence}`),
  ];
}
