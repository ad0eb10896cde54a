/**
 * A terminal sends Ctrl-C, and that it is gone, to every process it started. Both are for the parent, which still has to store what waits
 * before it closes standard input. The first module that is loaded, because the engine's own takes a while.
 */
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
