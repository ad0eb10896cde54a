// The ground and the kind of theme that were chosen, before the first paint: until the console has loaded, nothing
// flashes white in a dark room. The console's own code sets all colours; a test holds these two to them.
(function () {
  var chosen;
  try {
    chosen = JSON.parse(localStorage.getItem('console.settings.v1') || '{}').theme;
  } catch {
    chosen = undefined;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  document.documentElement.style.setProperty('--ff-page', dark ? '#0f1419' : '#f0f2f5');
})();
