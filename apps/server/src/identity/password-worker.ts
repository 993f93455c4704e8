import { parentPort } from 'node:worker_threads';
import { hashPassword, verifyPassword } from './argon2.ts';
import type { PasswordAnswer, PasswordQuestion } from './password-hasher.ts';

/** Hashes passwords in sequence, away from the serving thread. */
parentPort?.on('message', (question: PasswordQuestion) => {
  const { id, password } = question;
  const work: Promise<string | boolean> = question.kind === 'hash' ? hashPassword(password) : verifyPassword(password, question.hash);
  work.then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, fault: (error as Error).message }),
  );
});

function answer(message: PasswordAnswer): void {
  parentPort?.postMessage(message);
}
